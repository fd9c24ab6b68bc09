/** Replies of models, recorded and played back. */
@NullMarked
package dev.reprise.model.cassette;

import org.jspecify.annotations.NullMarked;
