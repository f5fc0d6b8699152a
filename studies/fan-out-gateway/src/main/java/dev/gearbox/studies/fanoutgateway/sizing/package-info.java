/** How many threads a pool should have: what the rule computes, and what a sweep over sizes shows. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.fanoutgateway.sizing;
