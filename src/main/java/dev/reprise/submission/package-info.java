/** Whether a run may be submitted or started again now: the one gate that every path asks. */
@NullMarked
package dev.reprise.submission;

import org.jspecify.annotations.NullMarked;
