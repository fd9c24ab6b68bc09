/**
 * Every operation answers each caller as tenant and roles allow, whatever way the caller logs in.
 * Nothing that a record, an import or another tenant claims gives more.
 */
@NullMarked
package dev.reprise.api.access;

import org.jspecify.annotations.NullMarked;
