package dev.gearbox.studies.fanoutgateway.events;

import tools.jackson.databind.JsonNode;

/**
 * What all rows have in common.
 *
 * @param delivery who receives an event
 * @param consumers how many, each on a thread of its own; a power of two
 * @param slots how many events may wait for them; a power of two, at least as many as consumers. With {@link Delivery#ONE} for all consumers together, with
 *     {@link Delivery#ALL} for each
 * @param mixes the work of a consumer on an event: how often it mixes its bits
 */
public record PipelineShape(Delivery delivery, int consumers, int slots, int mixes) {
    /** Checks the numbers. */
    public PipelineShape {
        if (Integer.bitCount(consumers) != 1 || Integer.bitCount(slots) != 1 || slots < consumers || mixes < 1) {
            throw new IllegalArgumentException(consumers + " consumers, " + slots + " slots, " + mixes
                    + " mixes: powers of two, at least as many slots as consumers, and at least one mix");
        }
    }

    static PipelineShape of(JsonNode job) {
        return new PipelineShape(
                Delivery.named(job.required("delivery").asString()),
                job.required("consumers").asInt(),
                job.required("slots").asInt(),
                job.required("mixes").asInt());
    }

    /** Returns the number of queues of a row that has one for each receiver: a single one that all consumers share, or one for each. */
    int queues() {
        return delivery == Delivery.ONE ? 1 : consumers;
    }
}
