/** Model steps: call, retry, fall back, compact. */
@NullMarked
package dev.reprise.execution.model;

import org.jspecify.annotations.NullMarked;
