/** What a team might bring: a tool of its own, as the README shows it. */
@NullMarked
package com.example.calendar;

import org.jspecify.annotations.NullMarked;
