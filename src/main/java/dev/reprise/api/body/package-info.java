/**
 * Limits for the bodies of requests and for the text of their queries, and tags of what is
 * answered.
 */
@NullMarked
package dev.reprise.api.body;

import org.jspecify.annotations.NullMarked;
