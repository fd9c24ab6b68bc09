/** What runs may spend, and which limit the next call of a run would cross. */
@NullMarked
package dev.reprise.agent.budget;

import org.jspecify.annotations.NullMarked;
