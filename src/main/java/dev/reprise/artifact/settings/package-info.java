/** The settings of generated tools. */
@NullMarked
package dev.reprise.artifact.settings;

import org.jspecify.annotations.NullMarked;
