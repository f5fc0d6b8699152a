/** What rules of thumb of the literature recommend for a workload, as data: rule-1 to rule-6. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.rules;
