/** What tools have agents do before a call can be made, and what comes of it. */
@NullMarked
package dev.reprise.agent.task;

import org.jspecify.annotations.NullMarked;
