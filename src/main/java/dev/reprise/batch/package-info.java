/** Data sets as one job: an agent runs once for each item of a data set. */
@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
