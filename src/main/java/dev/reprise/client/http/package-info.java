/** Requests to the API: where it is, who asks, what is sent again, and what is a problem. */
@NullMarked
package dev.reprise.client.http;

import org.jspecify.annotations.NullMarked;
