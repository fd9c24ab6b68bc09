/** Tools that the engine executes itself: delegate, ask a person, wait. */
@NullMarked
package dev.reprise.tool.control;

import org.jspecify.annotations.NullMarked;
