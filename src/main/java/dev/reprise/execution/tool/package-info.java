/** Tool steps: preconditions, approval, call, retry, reconcile, delegate, undo. */
@NullMarked
package dev.reprise.execution.tool;

import org.jspecify.annotations.NullMarked;
