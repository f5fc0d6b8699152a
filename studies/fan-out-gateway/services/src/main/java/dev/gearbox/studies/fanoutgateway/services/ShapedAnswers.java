package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Call;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Ours;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What our services answer to the calls of a {@link Shape}: JSON of each one's size, always the same. A service whose call waits for others answers only if it
 * is asked by the checksums of their answers; if one of those is not ours, to any question.
 */
public final class ShapedAnswers {
    private final Shape shape;
    private final List<Optional<byte[]>> answers;

    private ShapedAnswers(Shape shape, List<Optional<byte[]>> answers) {
        this.shape = shape;
        this.answers = answers;
    }

    /** Makes the answers. */
    public static ShapedAnswers of(Shape shape) {
        return new ShapedAnswers(
                shape, shape.calls().stream().map(ShapedAnswers::answer).toList());
    }

    private static Optional<byte[]> answer(Call call) {
        return switch (call.service()) {
            case Ours ours -> Optional.of(json(call.name(), ours.bytes()));
            case Shape.Elsewhere _ -> Optional.empty();
        };
    }

    private static byte[] json(String name, int bytes) {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        StringBuilder json = new StringBuilder(bytes).append("{\"service\":\"" + name + "\",\"text\":\"");
        while (json.length() < bytes - 2) {
            json.append((char) ('a' + random.nextInt(26)));
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the right reply of a gateway for a user. */
    public byte[] reply(int user) {
        return shape.join(
                user, answers.stream().map(answer -> answer.orElse(new byte[0])).toList());
    }

    /** Returns what a gateway that knows all answers beforehand asks for in each call, as addresses. */
    List<URI> addresses(URI base) {
        return shape.calls().stream()
                .map(call ->
                        call.service() instanceof Shape.Elsewhere(URI url) ? url : base.resolve("/" + target(call)))
                .toList();
    }

    /** Returns the services that are ours. */
    List<ServiceAnswer> served() {
        List<ServiceAnswer> served = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            Call call = shape.calls().get(i);
            if (call.service() instanceof Ours(var delay, var faults, int _)) {
                ByteBuffer json = ByteBuffer.wrap(answers.get(i).orElseThrow());
                served.add(new ServiceAnswer(call.name(), target(call), json, new ServicePlan(delay, faults)));
            }
        }
        return served;
    }

    private String target(Call call) {
        return all(call.after().stream().map(answers::get).toList())
                .map(before -> Shape.target(call.name(), before))
                .orElse(call.name() + "?");
    }

    private static Optional<List<byte[]>> all(List<Optional<byte[]>> some) {
        return some.stream().allMatch(Optional::isPresent)
                ? Optional.of(some.stream().map(Optional::orElseThrow).toList())
                : Optional.empty();
    }
}
