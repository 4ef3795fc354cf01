// Runs before anything is painted, so that the remembered colour scheme never flashes. It is a file of its own
// because the content security policy allows no inline script.
(function () {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage is blocked: the system decides.
    chosen = 'auto';
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'auto' ? (systemIsDark ? 'dark' : 'light') : chosen;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  // Zod compiles its checks with `new Function`, which the policy refuses and reports; this keeps it from trying.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
})();
