/** What tools have agents do before a call can be made, what comes of it, and which code ran. */
@NullMarked
package dev.reprise.agent.task;

import org.jspecify.annotations.NullMarked;
