package dev.gearbox.load.chain;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.chain.UserTurn.Request;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A turn is what a user does between two pauses. */
class UserTurnTest {
    private static final Arrivals CLOSED = new Arrivals.Closed(1);
    private static final Arrivals OPEN = new Arrivals.Poisson(1, 1);
    private static final Script HELLO_BYE = Script.of(CONNECT, send("hello"), ECHO, pause(1), send("bye"), ECHO, CLOSE);

    private static List<UserTurn> turns(Script script, Arrivals arrivals) {
        Program program = Program.compile(script, arrivals);
        return Stream.of(UserTurn.all(program, new PayloadContents(program, 1), false))
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<Request> requests(UserTurn turn) {
        return IntStream.range(0, turn.size()).mapToObj(turn::request).toList();
    }

    @Test
    void inAClosedLoopItLeadsIntoTheNextConnection() {
        List<UserTurn> turns = turns(HELLO_BYE, CLOSED);
        UserTurn first = turns.getFirst();
        assertThat(requests(first)).containsExactly(Request.SOCKET, Request.CONNECT, Request.SEND, Request.RECEIVE);
        assertThat(first.steps()).isEqualTo(2);
        UserTurn later = turns.getLast();
        assertThat(requests(later))
                .containsExactly(
                        Request.SEND,
                        Request.RECEIVE,
                        Request.CHECK,
                        Request.CLOSE,
                        Request.SOCKET,
                        Request.CONNECT,
                        Request.SEND,
                        Request.RECEIVE);
        assertThat(later.steps()).isEqualTo(4);
        assertThat(later.answers()).isEqualTo(2);
        assertThat(later.argument(1)).as("bytes of bye").isEqualTo(3);
        assertThat(later.argument(7)).as("bytes of hello").isEqualTo(5);
        assertThat(later.isChecked(1)).isTrue();
        assertThat(later.isChecked(7)).isFalse();
    }

    @Test
    void whereSourcesAreSpreadASocketIsBoundFirst() {
        Program program = Program.compile(HELLO_BYE, CLOSED);
        UserTurn first = Stream.of(UserTurn.all(program, new PayloadContents(program, 1), true))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        assertThat(requests(first))
                .containsExactly(
                        Request.SOCKET, Request.OPTION, Request.BIND, Request.CONNECT, Request.SEND, Request.RECEIVE);
        assertThat(first.steps()).isEqualTo(2);
    }

    @Test
    void inAnOpenLoopItEndsWithTheConversation() {
        assertThat(requests(turns(HELLO_BYE, OPEN).getLast()))
                .containsExactly(Request.SEND, Request.RECEIVE, Request.CHECK, Request.CLOSE);
    }

    @Test
    void withoutAPauseItEndsBeforeTheSecondConnect() {
        assertThat(requests(turns(Script.of(CONNECT, send("hello"), ECHO, CLOSE), CLOSED)
                        .getFirst()))
                .containsExactly(
                        Request.SOCKET, Request.CONNECT, Request.SEND, Request.RECEIVE, Request.CHECK, Request.CLOSE);
    }

    @Test
    void itHasALimitedNumberOfAnswersAndNeverLeavesTheCloseBehind() {
        List<Step> steps = new ArrayList<>(List.of(CONNECT));
        Collections.nCopies(8, List.of(send("hello"), ECHO)).forEach(steps::addAll);
        steps.add(CLOSE);
        UserTurn eight = turns(new Script(steps), OPEN).getFirst();
        assertThat(eight.answers()).isEqualTo(8);
        assertThat(requests(eight)).endsWith(Request.RECEIVE, Request.CHECK, Request.CLOSE);
        steps.addAll(1, List.of(send("hello"), ECHO));
        UserTurn nine = turns(new Script(steps), OPEN).getFirst();
        assertThat(nine.answers()).isEqualTo(8);
        assertThat(requests(nine)).endsWith(Request.RECEIVE);
    }
}
