/** What can be undone of a run that has ended, and the runs that undo it. */
@NullMarked
package dev.reprise.api.undo;

import org.jspecify.annotations.NullMarked;
