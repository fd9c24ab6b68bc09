/** What people do to a run: cancel, pause, resume, retry, steer, and decide about its calls. */
@NullMarked
package dev.reprise.api.control;

import org.jspecify.annotations.NullMarked;
