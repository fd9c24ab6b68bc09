/** What all resources share: problems (RFC 9457), cursors, parameters, JSON. */
@NullMarked
package dev.reprise.api.http;

import org.jspecify.annotations.NullMarked;
