/** Tools of a team, as the README and the tutorial show them. */
@NullMarked
package com.example.calendar;

import org.jspecify.annotations.NullMarked;
