/** The scripted model, for tests and demonstrations. */
@NullMarked
package dev.reprise.model.script;

import org.jspecify.annotations.NullMarked;
