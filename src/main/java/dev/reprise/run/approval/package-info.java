/** What people's approvals of tool calls mean for a run: pure values of its state. */
@NullMarked
package dev.reprise.run.approval;

import org.jspecify.annotations.NullMarked;
