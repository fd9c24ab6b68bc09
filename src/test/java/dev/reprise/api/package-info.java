/**
 * The API as a whole is what it says of itself: its description is complete, clients can be made
 * from it, and the requests of the documentation work. What one feature promises is tested in the
 * package of that feature.
 */
@NullMarked
package dev.reprise.api;

import org.jspecify.annotations.NullMarked;
