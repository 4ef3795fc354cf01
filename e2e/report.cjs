const { Report } = require('./report.ts');

// Playwright takes a reporter as the whole of a module.
module.exports = Report;
