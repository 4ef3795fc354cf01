// Runs before the first paint, so the remembered colour scheme never flashes. It is a separate file
// because the content security policy forbids inline scripts.
(function () {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage is blocked: use the system's scheme.
    chosen = 'auto';
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'auto' ? (systemIsDark ? 'dark' : 'light') : chosen;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  // Zod compiles its checks with `new Function`, which the policy refuses and reports; this turns it off.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
})();
