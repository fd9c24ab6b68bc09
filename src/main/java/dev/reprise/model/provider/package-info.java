/**
 * Providers over HTTP: their settings, and what all protocols have in common. {@code ProviderHttp}
 * makes single calls, which are bounded and can be interrupted. Each protocol has a package of its
 * own with a {@code Dialect}.
 */
@NullMarked
package dev.reprise.model.provider;

import org.jspecify.annotations.NullMarked;
