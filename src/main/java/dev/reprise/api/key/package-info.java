/** API keys: how admins create, list and revoke them. */
@NullMarked
package dev.reprise.api.key;

import org.jspecify.annotations.NullMarked;
