// What the type check of the console knows of what the build puts beside it, and of what is newer than TypeScript's own library.
declare module '*/lib/lit-html.js' {
  export const html: (strings: TemplateStringsArray, ...values: unknown[]) => any;
  export const svg: typeof html;
  export const nothing: any;
  export const render: (template: unknown, place: Element) => void;
}
declare module '*/directives/repeat.js' {
  export const repeat: <T>(items: Iterable<T>, key: (item: T, i: number) => unknown, show: (item: T, i: number) => unknown) => any;
}
declare module '*/directives/live.js' {
  export const live: (value: unknown) => any;
}
declare module '*/directives/if-defined.js' {
  export const ifDefined: (value: unknown) => any;
}
declare module '*/directives/ref.js' {
  export const ref: (listener: (element: any) => void) => any;
}
declare module '*/directives/guard.js' {
  export const guard: (values: unknown, show: () => unknown) => any;
}
declare module '*/directives/keyed.js' {
  export const keyed: (key: unknown, value: unknown) => any;
}
declare namespace Intl {
  const DurationFormat: any;
}
interface Element {
  focus(options?: FocusOptions): void;
}
interface JSON {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
