import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { mainClass } from './main-class.ts';

test.each([
  ['class A { }', 'Main'],
  ['public class Sum { }', 'Sum'],
  ['import java.util.*; public class OneLine {', 'OneLine'],
  ['public final strictfp class Last {', 'Last'],
  ['@SuppressWarnings("public class Not {") public class Annotated {', 'Annotated'],
  ['@Deprecated(since = "1")\npublic\nabstract\nclass Apart', 'Apart'],
  ['/*\npublic class Old {}\n*/\npublic class New {}', 'New'],
  ['// public class Old\npublic class New {}', 'New'],
  ['class A { String t = "}}}"; char c = \'}\'; public class Inner {} } public enum E {A}', 'E'],
  ['class A { String t = """\n} public class B {\n"""; }\npublic record R(int x) {}', 'R'],
  ['class Helper { public int x; }\npublic interface Shape {}', 'Shape'],
  ['public @interface Mark {}', 'Mark'],
  ['public class Größe {}', 'Größe'],
  ['public class $a_1 {}', '$a_1'],
  ['public sealed interface S permits T {} final class T implements S {}', 'S'],
  ['public class ../../etc/passwd {}', 'etc'],
  ['public class {', 'Main'],
  [`public class ${'x'.repeat(250)} {}`, 'x'.repeat(250)],
  [`public class ${'x'.repeat(500)} {}`, 'Main'],
  ['', 'Main'],
])('case %#: the file is named as its public class, or Main', (source, name) => {
  expect(mainClass(source)).toBe(name);
});

test('for any source the name is a valid file name', () => {
  const part = constantFrom(
    'public ',
    'class ',
    '/',
    '..',
    '\0',
    '\n',
    '{',
    '}',
    '"',
    "'",
    '-x',
    'Ä',
  );
  assert(
    property(array(oneof(part, string())), (parts) => {
      expect(mainClass(parts.join(''))).toMatch(
        /^[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{ID_Continue}\p{Sc}]*$/u,
      );
    }),
  );
});
