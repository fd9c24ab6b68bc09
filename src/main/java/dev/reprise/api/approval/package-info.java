/** What waits for people over all runs: the list, and the page that a link in a mail leads to. */
@NullMarked
package dev.reprise.api.approval;

import org.jspecify.annotations.NullMarked;
