/** Acts on many runs: which, how far they have come, and which server carries them out. */
@NullMarked
package dev.reprise.operations.bulk;

import org.jspecify.annotations.NullMarked;
