/** Programs of a class: each student solves the same task differently. */

const readsOfC = [
  `int read_all(int values[]) {
    int count;
    scanf("%d", &count);
    for (int i = 0; i < count; i++) scanf("%d", &values[i]);
    return count;
}`,
  `int read_all(int *values) {
    int count = 0, wanted;
    if (scanf("%d", &wanted) != 1) return 0;
    while (count < wanted && scanf("%d", values + count) == 1) {
        count++;
    }
    return count;
}`,
  `int read_all(int values[]) {
    int i = 0, count = 0;
    scanf("%d", &count);
    if (count > 1000) {
        printf("too many numbers\\n");
        count = 1000;
    }
    do {
        if (i >= count) break;
        scanf("%d", &values[i]);
        i = i + 1;
    } while (1);
    return count;
}`,
];

const sortsOfC = [
  `void sort(int values[], int count) {
    for (int i = 1; i < count; i++) {
        int value = values[i], j = i - 1;
        while (j >= 0 && values[j] > value) {
            values[j + 1] = values[j];
            j--;
        }
        values[j + 1] = value;
    }
}`,
  `void sort(int values[], int count) {
    int swapped = 1;
    while (swapped) {
        swapped = 0;
        for (int i = 0; i + 1 < count; i++) {
            if (values[i] > values[i + 1]) {
                int kept = values[i];
                values[i] = values[i + 1];
                values[i + 1] = kept;
                swapped = 1;
            }
        }
        count--;
    }
}`,
  `void sort(int *values, int count) {
    for (int i = 0; i < count - 1; i++) {
        int least = i;
        for (int j = i + 1; j < count; j++)
            if (values[j] < values[min]) least = j;
        if (min == i) continue;
        int kept = values[min];
        values[min] = values[i];
        values[i] = kept;
    }
}`,
  `void sort_part(int *values, int low, int high) {
    if (low >= high) return;
    int pivot = values[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (values[i] < pivot) i++;
        while (values[j] > pivot) j--;
        if (i <= j) {
            int kept = values[i];
            values[i++] = values[j];
            values[j--] = kept;
        }
    }
    sort_part(values, low, j);
    sort_part(values, i, high);
}

void sort(int *values, int count) {
    sort_part(values, 0, count - 1);
}`,
  `void sort(int values[], int count) {
    static int merged[1000];
    if (count < 2) return;
    int half = count / 2, left = 0, right = half;
    sort(values, half);
    sort(values + half, count - half);
    for (int at = 0; at < count; at++) {
        int take_left = right == count || (left < half && values[left] <= values[right]);
        merged[at] = take_left ? values[left++] : values[right++];
    }
    for (int at = 0; at < count; at++) values[at] = merged[at];
}`,
];

const printsOfC = [
  `void print_all(int values[], int count) {
    for (int i = 0; i < count; i++) printf(i ? " %d" : "%d", values[i]);
    printf("\\n");
}`,
  `void print_all(const int *values, int count) {
    const int *end = values + count;
    while (values != end) {
        printf("%d", *values++);
        putchar(values == end ? '\\n' : ' ');
    }
}`,
  `void print_all(int values[], int count) {
    int i;
    if (count == 0) return;
    printf("%d", values[0]);
    for (i = 1; i < count; ++i) {
        printf(" %d", values[i]);
    }
    puts("");
}`,
];

const mainOfC = `int main(void) {
    int values[1000];
    int count = read_all(values);
    sort(values, count);
    print_all(values, count);
    return 0;
}`;

const productsOfCpp = [
  `    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            long long sum = 0;
            for (int k = 0; k < inner; k++) sum += a[i][k] * b[k][j];
            cout << (j ? " " : "") << sum;
        }
        cout << "\\n";
    }`,
  `    vector<vector<long long>> product(rows, vector<long long>(columns, 0));
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < inner; k++)
            for (int j = 0; j < columns; j++)
                product[i][j] += a[i][k] * b[k][j];
    for (const auto& row : product) {
        string line;
        for (long long value : row) line += (line.empty() ? "" : " ") + to_string(value);
        cout << line << endl;
    }`,
  `    vector<vector<long long>> turned(columns, vector<long long>(inner));
    for (int k = 0; k < inner; k++)
        for (int j = 0; j < columns; j++) turned[j][k] = b[k][j];
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            if (j > 0) cout << ' ';
            cout << inner_product(a[i].begin(), a[i].end(), turned[j].begin(), 0LL);
        }
        cout << '\\n';
    }`,
];

const sizesOfCpp = [
  `    int rows, inner, columns;
    cin >> rows >> inner >> columns;
    vector<vector<long long>> a(rows, vector<long long>(inner)), b(inner, vector<long long>(columns));`,
  `    int rows = 0, inner = 0, columns = 0;
    if (!(cin >> rows >> inner >> columns) || rows < 1 || inner < 1 || columns < 1) {
        cerr << "three sizes are needed" << endl;
        return 1;
    }
    vector<vector<long long>> a, b;
    a.assign(rows, vector<long long>(inner, 0));
    b.assign(inner, vector<long long>(columns, 0));`,
];

const readsOfCpp = [
  `    for (auto& row : a) for (auto& value : row) cin >> value;
    for (auto& row : b) for (auto& value : row) cin >> value;`,
  `    for (int i = 0; i < rows; i++)
        for (int k = 0; k < inner; k++) cin >> a[i][k];
    for (int k = 0; k < inner; k++)
        for (int j = 0; j < columns; j++) cin >> b[k][j];`,
];

/** The second program is the first with other names. */
const COPY = { of: 4, by: 9 };

/** The program of the student at this position; empty for a language without programs. */
export function demoProgram(languageId: number, place: number, rollNumber: string): string {
  if (place !== COPY.by) return write(languageId, place, rollNumber);
  return write(languageId, COPY.of, rollNumber)
    .replaceAll('values', 'numbers')
    .replaceAll('count', 'size')
    .replaceAll('kept', 'temp');
}

function write(languageId: number, place: number, rollNumber: string): string {
  const pick = (ways: readonly string[], step: number) =>
    ways[Math.floor(place / step) % ways.length] ?? '';
  if (languageId === 50) {
    const parts = [pick(readsOfC, 5), pick(sortsOfC, 1), pick(printsOfC, 15), mainOfC];
    const includes = '#include <stdio.h>';
    return `/* Roll number ${rollNumber} */\n${includes}\n\n${parts.join('\n\n')}\n`;
  }
  if (languageId !== 54) return '';
  return `// Roll number ${rollNumber}
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

int main() {
${pick(sizesOfCpp, 6)}
${pick(readsOfCpp, 3)}
    // One multiplication for each term of each sum.
${pick(productsOfCpp, 1)}
}
`;
}
