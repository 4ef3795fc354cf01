/** Any icon of tabler.io/icons by its name; `tabler-icons.ts` makes it. */
declare module '~icons/*' {
  const icon: import('./ui/make-icon.tsx').Icon;
  export { icon as default };
}
