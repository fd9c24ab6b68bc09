/** Who the parties of a run are, and what their approvals mean for it: pure values. */
@NullMarked
package dev.reprise.run.approval;

import org.jspecify.annotations.NullMarked;
