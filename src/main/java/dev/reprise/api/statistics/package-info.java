/** What runs did, by time, agent, model, person and label. */
@NullMarked
package dev.reprise.api.statistics;

import org.jspecify.annotations.NullMarked;
