/**
 * What people decide has its effect once, on the call that they saw, and only if they may decide;
 * until then a run waits, whatever happens to its server. This holds for approvals, answers,
 * delegations and all else that lets a run continue.
 */
@NullMarked
package dev.reprise.crash.people;

import org.jspecify.annotations.NullMarked;
