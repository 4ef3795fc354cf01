/** Any icon of tabler.io/icons by name; `tabler-icons.ts` provides it. */
declare module '~icons/*' {
  const icon: import('./ui/make-icon.tsx').Icon;
  export { icon as default };
}
