/** Acts on many runs at once: a preview, a durable operation, and its receipt. */
@NullMarked
package dev.reprise.api.bulk;

import org.jspecify.annotations.NullMarked;
