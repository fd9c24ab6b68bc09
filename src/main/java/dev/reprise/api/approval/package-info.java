/** What waits for people over all runs, and where a link in a mail leads. */
@NullMarked
package dev.reprise.api.approval;

import org.jspecify.annotations.NullMarked;
