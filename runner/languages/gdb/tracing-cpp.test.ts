import { describe, expect, test } from 'vitest';
import { variablesAt } from '../../testing/trace-of.ts';
import { objectsOf, startTracing, visitOf } from './tracing.setup.ts';

const { cannotTrace, traceCpp } = await startTracing();

describe.skipIf(cannotTrace)('a trace of a program in C++', () => {
  test('shows the containers of the library by their elements', async () => {
    const traced = await traceCpp(`#include <bits/stdc++.h>
using namespace std;
int main() {
  vector<string> words = {"b", "a"};
  map<string, vector<int>> lists = {{"x", {1, 2}}};
  set<int> numbers = {3, 1};
  unordered_map<int, double> prices = {{1, 0.5}};
  deque<int> line = {1, 2};
  line.push_front(0);
  stack<int> pile; pile.push(4);
  pair<int, string> both = {1, "one"};
  tuple<int, bool> two = {1, true};
  optional<int> none, some = 3;
  list<char> letters = {'q'};
  array<int, 2> fixed = {5, 6};
  vector<bool> bits = {true, false};
  string_view view = words[0];
  auto place = words.begin() + 1;
  int &second = line[1];
  auto found = lists.find("x"), missing = lists.find("y");
  auto end = words.end();
  variant<int, string> either = string("hi");
  return 0;
}
`);
    const variables = variablesAt(traced, 23);
    const contents = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        Array.isArray(value) && value[0] === 'o' ? [value[1], value[4]] : value,
      ]),
    );
    expect(contents).toMatchObject({
      words: ['list', ['b', 'a']],
      lists: ['map', [['x', ['o', 'list', expect.any(Number), 2, [1, 2]]]]],
      numbers: ['set', [1, 3]],
      prices: ['map', [[1, ['f', '0.5']]]],
      line: ['list', [0, 1, 2]],
      pile: ['list', [4]],
      both: [
        'fields',
        [
          ['first', 1],
          ['second', 'one'],
        ],
      ],
      two: ['tuple', [1, true]],
      none: ['x', 'nullopt'],
      some: 3,
      letters: ['list', [['c', 113]]],
      fixed: ['array', [5, 6]],
      bits: ['list', [true, false]],
      view: 'b',
      place: ['v', 1, 'words[1]'],
      second: ['r', expect.any(Number)],
      found: ['r', expect.any(Number)],
      missing: ['x', 'end()'],
      end: ['v', 1, 'words[2]'],
      either: 'hi',
    });
    expect(traced.types).toEqual(
      expect.arrayContaining(['vector<string>', 'map<string, vector<int>>', 'stack<int>']),
    );
  });

  test('shows an object by its own class, and smart pointers as pointers', async () => {
    const traced = await traceCpp(`#include <memory>
#include <string>
struct Animal {
  virtual ~Animal() {}
  virtual std::string speak() = 0;
  int legs = 4;
};
struct Dog : Animal {
  std::string name = "Rex";
  std::string speak() override { return name; }
};
int main() {
  std::unique_ptr<Animal> pet = std::make_unique<Dog>();
  auto shared = std::make_shared<int>(7);
  auto same = shared;
  std::string said = pet->speak();
  return 0;
}
`);
    const last = visitOf(traced, 17);
    expect(objectsOf(last)).toEqual([
      {
        type: 'Dog',
        content: [
          ['legs', 4],
          ['name', 'Rex'],
        ],
        isFreed: false,
      },
      { type: 'int', content: [7], isFreed: false },
    ]);
    const variables = variablesAt(traced, 17);
    expect(variables['same']).toEqual(variables['shared']);
    const speaking = traced.snapshots.find(({ event, value }) => event === 'return' && value);
    expect(speaking?.frames.at(-1)).toMatchObject({
      name: 'Dog::speak',
      variables: [['this', variables['pet']]],
    });
    expect(speaking?.value).toBe('Rex');
  });

  test('shows what references into a map and a nested vector refer to', async () => {
    const traced = await traceCpp(`#include <map>
#include <vector>
int main() {
  std::map<char, int> counts = {{'a', 1}};
  std::vector<std::vector<int>> grid = {{1, 2}, {3, 4}};
  for (auto &[key, count] : counts) {
    int &cell = grid[1][1];
    cell = count;
    count++;
  }
  return grid[1][1];
}
`);
    const contents = objectsOf(visitOf(traced, 9)).map(({ content }) => content);
    expect(contents).toEqual([[['c', 97]], [1], [1]]);
    expect(traced.end).toEqual({ end: 'exit', code: 1 });
  });

  test('shows exceptions where they are thrown, and where they are caught', async () => {
    const traced = await traceCpp(`#include <iostream>
#include <stdexcept>
void fail(int n) {
  if (n > 0)
    throw std::runtime_error("no");
}
int main() {
  try {
    fail(1);
  } catch (const std::exception &error) {
    std::cout << error.what() << "\\n";
  }
  throw 42;
}
`);
    const events = traced.snapshots.filter(({ event }) => event === 'exception');
    expect(events.map(({ line, value }) => [line, value])).toEqual([
      [5, 'runtime_error: no'],
      [13, 'int: 42'],
    ]);
    expect(events[0]?.frames.map(({ name }) => name)).toEqual(['', 'main', 'fail']);
    expect(visitOf(traced, 11)?.frames.map(({ name }) => name)).toEqual(['', 'main']);
    expect(traced).toMatchObject({ stdout: 'no\n', end: { end: 'exception', text: 'int: 42' } });
  });

  test('shows what the library throws, and objects before and after main', async () => {
    const traced = await traceCpp(`#include <iostream>
#include <stdexcept>
#include <vector>
struct Log {
  int count = 0;
  Log() { count = 1; }
  ~Log() {
    std::cout << "bye\\n";
  }
} log_of_all;
int main() {
  std::vector<int> v{1};
  try {
    v.at(5);
  } catch (const std::exception &error) {
    return 2;
  }
}
`);
    expect(traced.snapshots[0]?.frames.map(({ name }) => name)).toEqual(['', 'Log::Log']);
    expect(traced.snapshots.at(-1)?.frames.map(({ name }) => name)).toEqual(['', 'Log::~Log']);
    const [thrown] = traced.snapshots.filter(({ event }) => event === 'exception');
    expect(thrown).toMatchObject({
      line: 14,
      value: expect.stringMatching(/^out_of_range: vector::/),
    });
    const what = [['what()', expect.stringMatching(/^vector::/)]];
    expect(objectsOf(visitOf(traced, 16))).toMatchObject([{ type: 'out_of_range', content: what }]);
    expect(traced).toMatchObject({ stdout: 'bye\n', end: { end: 'exit', code: 2 } });
  });

  test('follows the main thread alone, and shows what copies of the process print', async () => {
    const traced = await traceCpp(`#include <cstdio>
#include <thread>
#include <sys/wait.h>
#include <unistd.h>
int sum = 0;
void add() {
  for (int i = 0; i < 100; i++)
    sum += i;
}
int main() {
  std::thread other(add);
  other.join();
  if (fork() == 0) {
    puts("child");
    _exit(0);
  }
  wait(nullptr);
  puts("parent");
}
`);
    expect(traced).toMatchObject({ stdout: 'child\nparent\n', end: { end: 'exit', code: 0 } });
    expect(traced.snapshots.every(({ frames }) => frames.at(-1)?.name !== 'add')).toBe(true);
    expect(variablesAt(traced, 13, { depth: 0 })).toEqual({ sum: 4950 });
  });
});
