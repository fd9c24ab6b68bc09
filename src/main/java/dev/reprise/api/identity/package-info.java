/** The caller: logins, tenants, and protection against requests of other sites. */
@NullMarked
package dev.reprise.api.identity;

import org.jspecify.annotations.NullMarked;
