/** Texts that broke a document or a compiler once, or were made to. */
export const hostileTexts: Record<string, string> = {
  'a line of 10 MB': 'x'.repeat(10_000_000),
  'control characters': '\0\u0001\u0008\u001B[31m\u007F\u0085\u2028',
  'lone surrogates': 'a\uD800b\uDC00c',
  'marks that turn the direction': 'abc\u202Edef\u2066ghi\u2069',
  '5,000 nested lists': Array.from({ length: 5000 }, (_, at) => `${' '.repeat(at * 2)}- x`)
    .join('\n')
    .slice(0, 60_000),
  '5,000 nested quotes': `${'>'.repeat(5000)} x`,
  '5,000 nested emphases': `${'*a '.repeat(5000)}${'*'.repeat(5000)}`,
  '5,000 nested links': `${'['.repeat(5000)}x${'](a)'.repeat(5000)}`,
  '10,000 joiners': `a${'\u200D'.repeat(10_000)}b`,
  '10,000 combining marks': `a${'\u0301'.repeat(10_000)}b`,
  'fifteen scripts without a font':
    'አማርኛ العربية বাংলা 中文 ქართული עברית 日本語 ಕನ್ನಡ ខ្មែរ 한국어 ລາວ മലയാളം தமிழ் తెలుగు ไทย 😀🏳️‍🌈',
  '500 braces': `$${'{'.repeat(500)}x${'}'.repeat(500)}$`,
  '300 nested fractions': `$${'\\frac{1}{'.repeat(300)}1${'}'.repeat(300)}$`,
  'a recursive macro': '$\\def\\a{\\a\\a}\\a$',
  '500 footnotes': Array.from({ length: 500 }, (_, at) => `x[^${at}]\n\n[^${at}]: note\n`).join(
    '\n',
  ),
  'a table of 5,000 rows': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(5000)}`,
  'a table of 60 columns': `${'|a'.repeat(60)}|\n${'|-'.repeat(60)}|\n${'|1'.repeat(60)}|`,
  'code of the typesetter':
    '#import "@preview/x:1.0.0": *\n#read("/etc/passwd") $#eval("1")$ #while true {}',
  'a word of 20,000 letters': 'a'.repeat(20_000),
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'an empty text': '',
  blanks: '   \n\t\n   ',
  'a picture of another host': '![x](http://192.0.2.1/a.png) ![](file:///etc/passwd)',
  'links that are no addresses': '[a](javascript:alert(1)) [b](//x) [c](http://[) [d](<>)',
  'formulas that have no printed form':
    '$\\tag{1} x$ $\\ce{H2O}$ $\\unknown{x}$ $\\href{http://a}{b}$ $$\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}$$',
  '2,000 pictures': '![a](/b.png) '.repeat(2000),
  'tables in nested lists': Array.from(
    { length: 20 },
    (_, at) =>
      `${'  '.repeat(at)}- x\n\n${'  '.repeat(at + 1)}|a|b|\n${'  '.repeat(at + 1)}|-|-|\n`,
  ).join('\n'),
  '3,000 formulas in lines': '$x_1^2$ '.repeat(3000),
  'a formula of 2,000 characters': `$$${'a+'.repeat(1000)}b$$ $\\frac{${'a+'.repeat(300)}b}{c}$`,
  'a name of Odia letters': 'ଅଭିଜିତ୍'.repeat(500),
  'a name of letters that are wide': 'W'.repeat(2000),
  'names that turn the direction': 'محمد \u200Fعلي\u200E דוד'.repeat(100),
  'emoji that are joined': '👩‍👩‍👧‍👦👍🏽🇮🇳'.repeat(200),
  '5,000 letters of an option': 'an option '.repeat(500),
  'only tabs': '\t'.repeat(5000),
  'line ends of other systems': 'a\r\nb\rc\n\r'.repeat(500),
  'scripts that are mixed': 'aनଅअA१୧α中ж '.repeat(500),
  'conjuncts without end': 'क्'.repeat(5000),
  '200 headings and rules': '# a\n\n---\n\n'.repeat(200),
  'a matrix of 30 columns': `$$\\begin{matrix}${`${'a&'.repeat(29)}a\\\\`.repeat(30)}\\end{matrix}$$`,
};
