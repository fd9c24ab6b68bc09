/**
 * The validator of JSON Schema with exact numbers, and within bounds: no schema and no value can
 * make it take much time, memory or stack.
 */
@NullMarked
package dev.reprise.platform.schema;

import org.jspecify.annotations.NullMarked;
