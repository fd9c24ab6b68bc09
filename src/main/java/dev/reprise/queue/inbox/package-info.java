/**
 * What waits for a run until its journal has it: messages, decisions about its calls, and replies
 * that a provider gave before the run began.
 */
@NullMarked
package dev.reprise.queue.inbox;

import org.jspecify.annotations.NullMarked;
