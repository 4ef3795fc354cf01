import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '@vlabs/contract/runs/languages';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { hostilePrograms } from '../../runner/hostile/hostile-programs.ts';
import { again } from '../../server/testing/load/calls.ts';
import { type Activity } from './attack.ts';
import { noteVerdict } from './verdicts.ts';

const FOLDER = join(import.meta.dirname, '../../runner/hostile');
const LANGUAGES: Record<string, number> = {
  '.c': LANGUAGE_C,
  '.cpp': LANGUAGE_CPP,
  '.java': LANGUAGE_JAVA,
  '.py': LANGUAGE_PYTHON,
};

/** Every program of the hostile table in turn, as a student could send it. */
export const hostileRuns: Activity = {
  name: 'hostile programs',
  people: 6,
  run: async (scene) => {
    let turn = 0;
    await Promise.all(
      scene.people.map((person) =>
        again(scene.over, 2500, async () => {
          const program = hostilePrograms[turn++ % hostilePrograms.length];
          if (!program) return;
          const { file, expected, compilerOptions } = program;
          await noteVerdict(scene, person, {
            source_code: readFileSync(join(FOLDER, file), 'latin1'),
            language_id: LANGUAGES[extname(file)],
            ...(expected !== undefined && { expected_output: expected }),
            ...(compilerOptions && { compiler_options: compilerOptions.join(' ').slice(0, 512) }),
          });
        }),
      ),
    );
  },
};
