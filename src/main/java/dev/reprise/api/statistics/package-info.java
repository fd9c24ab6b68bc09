/** What runs did, by time, agent, model and person. */
@NullMarked
package dev.reprise.api.statistics;

import org.jspecify.annotations.NullMarked;
