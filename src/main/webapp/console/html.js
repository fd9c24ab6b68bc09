// The one place that names the template engine. Its directives that take markup (unsafeHTML and its like) are not even in the WAR.
export { html, svg, render, nothing } from './lib/lit-html.js';
export { repeat } from './lib/directives/repeat.js';
export { live } from './lib/directives/live.js';
export { ifDefined } from './lib/directives/if-defined.js';
export { ref } from './lib/directives/ref.js';
