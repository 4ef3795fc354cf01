import { Anchor, NumberInput, Stack, Title } from '@mantine/core';
import type {
  ComparedHandIn,
  SimilarPair,
  Similarity,
} from '@vlabs/contract/similarity/similarity';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { languageNameOf } from '../platform/languages.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Facts } from '../ui/Facts.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { GroupList } from './GroupList.tsx';
import { groupPairs } from './groups.ts';
import { pairPath } from '../platform/page-paths.ts';
import { NotComparedTable } from './NotComparedTable.tsx';
import { idOf } from './subject.ts';
import { percentOf, showPart } from '../ui/progress/show-part.ts';

const AT_FIRST = 60;

interface FoundSimilarityProps {
  /** The address of the comparison. */
  path: string;
  similarity: Similarity;
  comparedAt: string;
}

/** Pairs above the threshold, their groups, and what was not compared. */
export function FoundSimilarity({ path, similarity, comparedAt }: FoundSimilarityProps) {
  const { programs, pairs } = similarity;
  const [from, setFrom] = useThreshold();
  const shown = useMemo(
    () => pairs.filter((pair) => percentOf(pair.similarity) >= from),
    [pairs, from],
  );
  const names = useMemo(
    () => new Map(programs.map((program) => [idOf(program), program])),
    [programs],
  );
  const compared = programs.filter(({ reason }) => reason === null);
  return (
    <Stack gap="xl">
      <Facts
        facts={[
          { label: 'Compared', value: `${compared.length} programs, ${comparedAt}` },
          { label: 'Usual here', value: usualOf(compared) },
        ]}
      />
      <NumberInput
        label="Show pairs from"
        description="Per cent of both programs that they share"
        w="16rem"
        maw="100%"
        min={10}
        max={100}
        step={5}
        suffix=" %"
        clampBehavior="blur"
        value={from}
        onChange={(value) => typeof value === 'number' && setFrom(value)}
      />
      <GroupList groups={groupPairs(shown)} names={names} path={path} />
      <section>
        <Title order={2} mb="sm">
          Pairs
        </Title>
        <DataTable
          label="Pairs"
          columns={columnsOf(path, names, new Set(pairs.map((pair) => pair.language)).size > 1)}
          rows={shown}
          rowId={({ one, other, language }) => `${one} ${other} ${language}`}
          sortedAtFirst={{ column: 'similarity', direction: 'descending' }}
          searchLabel="Search students"
          exportName={`${similarity.title} - similarity`}
        />
      </section>
      <NotComparedTable programs={programs} />
    </Stack>
  );
}

function useThreshold(): [number, (from: number) => void] {
  const [address, setAddress] = useSearchParams();
  const asked = Number(address.get('from') ?? AT_FIRST);
  const from = Number.isFinite(asked) ? Math.min(100, Math.max(0, asked)) : AT_FIRST;
  const setFrom = (value: number) =>
    setAddress(
      (current) => {
        current.set('from', String(value));
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [from, setFrom];
}

/** The typical similarity, to compare a value with. */
function usualOf(compared: readonly ComparedHandIn[]): string {
  const highest = compared.map((program) => program.highest ?? 0).toSorted((a, b) => a - b);
  const middle = highest[Math.floor(highest.length / 2)];
  if (middle === undefined) return 'nothing compared';
  return `half of the programs share at most ${showPart(middle)} with the most similar one`;
}

const languageColumn: Column<SimilarPair> = {
  id: 'language',
  label: 'Language',
  sortBy: ({ language }) => languageNameOf(language),
  cell: ({ language }) => languageNameOf(language),
};

type Names = ReadonlyMap<string, { name: string; studentId: string }>;

function columnsOf(path: string, names: Names, hasLanguages: boolean): Column<SimilarPair>[] {
  const nameOf = (id: string) => names.get(id)?.name ?? '';
  const fullNameOf = (id: string) => `${nameOf(id)} (${names.get(id)?.studentId ?? ''})`;
  const student = (id: 'one' | 'other', label: string): Column<SimilarPair> => ({
    id,
    label,
    sortBy: (pair) => nameOf(pair[id]),
    text: (pair) => fullNameOf(pair[id]),
    cell: (pair) => fullNameOf(pair[id]),
  });
  return [
    student('one', 'One'),
    student('other', 'Other'),
    ...(hasLanguages ? [languageColumn] : []),
    {
      id: 'similarity',
      label: 'Similarity',
      isCode: true,
      sortBy: ({ similarity }) => similarity,
      text: ({ similarity }) => percentOf(similarity),
      cell: ({ similarity }) => showPart(similarity),
    },
    {
      id: 'part',
      label: 'Of one, of other',
      sortBy: ({ partOfOne, partOfOther }) => Math.max(partOfOne, partOfOther),
      text: ({ partOfOne, partOfOther }) => `${showPart(partOfOne)}, ${showPart(partOfOther)}`,
      cell: ({ partOfOne, partOfOther }) => `${showPart(partOfOne)}, ${showPart(partOfOther)}`,
    },
    {
      id: 'longest',
      label: 'Longest part, lines',
      sortBy: ({ longestLines }) => longestLines,
      cell: ({ longestLines }) => longestLines,
    },
    {
      id: 'shared',
      label: 'In all, lines',
      sortBy: ({ sharedLines }) => sharedLines,
      cell: ({ sharedLines }) => sharedLines,
    },
    {
      id: 'open',
      label: 'Read',
      cell: (pair) => (
        <Anchor
          fz="inherit"
          component={Link}
          to={pairPath(path, pair)}
          aria-label={`Read ${nameOf(pair.one)} and ${nameOf(pair.other)} side by side`}
        >
          Side by side
        </Anchor>
      ),
    },
  ];
}
