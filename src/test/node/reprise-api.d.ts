// The API's answers, for the type check of the console.
import type { paths } from './api.js';

type Get<P> = P extends keyof paths
  ? paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer A } } } } } ? A : any
  : any;

/** What `GET` of a path below `/api/v1/` answers; anything for a path that is made of parts. */
export type Answer<P extends string> = Get<`/api/v1/${P}`>;
