/**
 * What a server does for runs at intervals: it keeps its claims, takes over those of servers that
 * ended, lets go of its own for maintenance, delivers decisions and reminders, erases runs.
 */
@NullMarked
package dev.reprise.execution.recovery;

import org.jspecify.annotations.NullMarked;
