/**
 * What an operator may set: each setting is declared once, with its type, its default and its
 * meaning, beside the code that reads it. The check at start, the API and the reference are made
 * from these declarations.
 */
@NullMarked
package dev.reprise.platform.settings;

import org.jspecify.annotations.NullMarked;
