// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/messages.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "peer/processes/process.hpp"

namespace numapack {
namespace {

using nlohmann::json;

struct Connection {
  Connection() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    left = Descriptor(ends[0]);
    right = Descriptor(ends[1]);
  }
  Descriptor left, right;
};

TEST(Messages, ArriveInOrderAndWhole) {
  const Connection connection;
  Messages left(connection.left.get()), right(connection.right.get());
  const std::string long_text(20'000, 'x');
  ASSERT_TRUE(left.send({{"text", long_text}}));
  ASSERT_TRUE(left.send({{"text", "line\nbreak"}}));
  EXPECT_EQ(right.receive().value().at("text"), long_text);
  EXPECT_EQ(right.receive().value().at("text"), "line\nbreak");
}

TEST(Messages, TimeLimitEndAndInterruptAreDifferent) {
  Connection connection;
  Messages left(connection.left.get()), right(connection.right.get());
  EXPECT_FALSE(right.receive(0.01).has_value());
  EXPECT_TRUE(right.timed_out());
  EXPECT_FALSE(right.receive(0, [] { return true; }).has_value());
  EXPECT_FALSE(right.timed_out());
  connection.left = Descriptor();
  EXPECT_FALSE(right.receive(100).has_value());
  EXPECT_FALSE(right.timed_out());
}

TEST(Messages, SendingToNobodyKillsNobody) {
  Connection connection;
  Messages left(connection.left.get());
  connection.right = Descriptor();
  EXPECT_FALSE(left.send({{"do", "sample"}}));
}

TEST(Messages, NoJsonIsNoMessage) {
  const Connection connection;
  ASSERT_EQ(write(connection.left.get(), "{\"a\":\n", 6), 6);
  Messages right(connection.right.get());
  EXPECT_FALSE(right.receive(10).has_value());
  EXPECT_FALSE(right.timed_out());
}

TEST(Messages, BytesThatAreNoUtf8AreReplaced) {
  const Connection connection;
  Messages left(connection.left.get()), right(connection.right.get());
  ASSERT_TRUE(left.send({{"path", "/tmp/\xff"}}));
  EXPECT_EQ(right.receive(10).value().at("path"), "/tmp/\xEF\xBF\xBD");
}

}  // namespace
}  // namespace numapack
